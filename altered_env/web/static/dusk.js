// An Expedition as it is compared at Dusk: it, the one facing it, their statistics and its region stand out.

// `drawn` is the board on the page; `number` is twice the player's number, one more for the Companion Expedition.
export function weigh(drawn, board, number) {
  const every = board.players.flatMap((player) => player.expeditions.map((expedition) => ({ ...expedition, key: `${player.seat} ${expedition.name}` })));
  const mine = every[number];
  const other = every.findIndex(({ key }) => key === mine.facing);
  const terrains = mine.compared.map(([terrain]) => terrain);
  const mark = (key, name) => {
    const element = drawn.querySelector(`[data-key="${key}"]`);
    if (!element) return;
    element.classList.add(name);
    for (const chip of element.querySelectorAll("header .stat")) chip.classList.toggle("counts", terrains.some((terrain) => chip.classList.contains(terrain)));
  };
  mark(`r${mine.region}`, "weighed");
  mark(`e${other}`, "against");
  mark(`e${number}`, "weighed");
  drawn.querySelector(".expedition.weighed").scrollIntoView({ block: "nearest", inline: "nearest" });
}
