// A browser lets a page that was opened as a file start no worker. The search has one: here it is a
// hidden frame, which takes and gives the same messages.
"use strict";
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      document.body.appendChild(this.frame);
      const inside = this.frame.contentWindow;
      window.addEventListener("message", (event) => {
        if (event.source === inside) {
          const heard = new MessageEvent("message", { data: event.data });
          this.dispatchEvent(heard);
          if (this.onmessage) this.onmessage(heard);
        }
      });
      this.ready = new Promise((done) => {
        inside.document.open();
        inside.document.write(
          "<body><script>" +
            "postMessage = (data) => parent.postMessage(data, '*');" +
            "importScripts = (...urls) => urls.reduce((last, url) => last.then(() =>" +
            " new Promise((done) => { const script = document.createElement('script');" +
            " script.src = url; script.onload = done; document.body.appendChild(script); }))," +
            " Promise.resolve());" +
            `</script><script src="${url}"></script></body>`,
        );
        inside.document.close();
        inside.onload = done;
      });
    }
    postMessage(data) {
      this.ready.then(() => {
        const inside = this.frame.contentWindow;
        inside.dispatchEvent(new inside.MessageEvent("message", { data: structuredClone(data) }));
      });
    }
    terminate() {
      this.frame.remove();
    }
  };
}
