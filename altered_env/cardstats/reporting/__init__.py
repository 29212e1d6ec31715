"""A dataset and results of `altered strength` as one page of HTML, with its tables as CSV."""
