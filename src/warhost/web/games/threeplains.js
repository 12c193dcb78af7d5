// Three Plains on this page: its phases, its tips, and who turns drags into its orders.
import { FacingMaker } from "./tp_facing.js";
import { casting, sourceWords } from "./tp_magic.js";
import { MoveMaker } from "./tp_moves.js";
import { DeployMaker, FeatureMaker, SpellMaker } from "./tp_placing.js";

export { casting, sourceWords };
export { orderWords, sayings, told, verbs } from "./tp_words.js";
export const enough = { "nothing more": "No more magic in this phase" };
/** What puts a question off stands below what answers it. */
export const last = ["later"];
export const phases = [
  ["declaring charges", "Charges"],
  ["movement", "Movement"],
  ["shooting", "Shooting"],
  ["close combat", "Combat"],
  ["battle stress", "Stress"],
];
export const samePhase = { charges: "declaring charges", "counter charges": "movement", moves: "movement" };
/** Choices that only say who is next, and can be taken back: a click on the piece is enough. */
export const instant = [
  "deploy",
  "next scouts",
  "move",
  "shooter",
  "check",
  "next charge",
  "next to flee",
  "next to pursue",
];
/** What comes up in the middle of something else, also in one's own turn: a standing order can settle it. */
export const reactions = [
  "answer",
  "hold and shoot",
  "defensive strike",
  "counter charge",
  "pursuit",
  "engulf",
  "spill",
  "answer spell",
  "dispel",
  "wedge in combat",
  "item out of turn",
];
/** Distances, numbers to hit and chances are shown; the strict reading is a house rule of a new game. */
export const starter = { scenario: "three_hills", options: { measuring: "open" } };
export const hints = {
  deploy: "Click a unit in the list: it appears as a ghost in your zone. Drag it, turn it, press Enter.",
  place:
    "Drag the ghost where you want it. The round grip turns it, the grips at its corners make its front wider.",
  charges: "A charge must be able to reach its enemy. If nothing is close, declare no charges.",
  charge: "Point at a way to see the ground it leads over. To halt or to turn on another enemy takes a check.",
  aim: "Point at a way to see the ground it leads over. What is called left lies left as the charger sees it.",
  move: "Drag one of your glowing units. The line shows its way; the box says what it costs.",
  shooter: "Click a unit with bows, then its target.",
  scouts: "Scouts are placed last, and anywhere out of the enemy's sight: good for those who shoot or surprise.",
  discipline: "All spells of a wizard come from one discipline. The rules drawer says what each of them holds.",
  magic: "Each spell can be tried once a turn. The chance is that of the wizard's own dice; more can be added later.",
  "spell target": "Click the target, or choose it in the list. Its range is looked at when the spell has been rolled.",
  "magic dice": "The ether's dice are known. A spell given up adds a die, but cannot be cast this turn any more.",
  dispel: "Dice added to the ether's may still stop it. What you give up now is gone until your next turn.",
  "breathe at": "The flames reach eight inches, and burn whoever stands in them. A dragon has three breaths.",
  facing: "Turn the ghost by its round grip until it faces as you like, then press Enter.",
  "stone place": "Drag the mark, or touch the ground where the stone shall come down.",
  "spell place": "Drag the mark, or touch the ground where the spell shall strike.",
  answer: "You are charged! Standing is brave; falling back saves a weak unit, but it may be caught.",
};

export function maker(question, view) {
  if (question.what === "move") return new MoveMaker(question, view);
  if (question.what === "place") return new DeployMaker(question, view);
  if (question.what === "facing") return new FacingMaker(question, view);
  if (question.what === "spell place" || question.what === "stone place") return new SpellMaker(question);
  if (question.what === "bonus terrain") return new FeatureMaker(question);
  return null;
}
