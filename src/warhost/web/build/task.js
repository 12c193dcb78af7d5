// An army that is wanted for a game: whose it is, how large, whom it will meet, and where it is handed in.
import { html, useEffect, useState } from "../html.js";
import { Lists, awaitedWords, commissionWords, lookedAt } from "../exchange.js";
import { deed, until } from "../net.js";

/** What is to be written for an exchange of lists: {id, token, told}, {why} until it can be, or nothing without one. */
export function useTask(id) {
  const [task, setTask] = useState(null);
  useEffect(() => {
    setTask(null);
    const heard = ({ token, told }) => {
      if (told.awaited !== null && told.awaited === told.seat) setTask({ id, token, told });
      else setTask({ id, why: awaitedWords(told) });
    };
    return id ? until(() => lookedAt(id), heard, (why) => why && setTask({ id, why })) : undefined;
  }, [id]);
  return task;
}

/** The roster as one that is written for the task. */
export function fitted(task, roster) {
  if (!task || !roster) return roster;
  const { points, scenario, part, against } = task.told.commission;
  return { ...roster, points: points || roster.points, scenario, part, against };
}

export const handIn = (task, text) => deed(`exchanges/${encodeURIComponent(task.id)}`, { token: task.token, roster: text });

export const Task = ({ task }) => html`<section class="task"><p class="notice">${commissionWords(task.told)}</p><${Lists} told=${task.told} folded /></section>`;

export const NotYet = ({ task }) => html`<main class="page"><h1>Army builder</h1><p class="notice" role="status">${task.why}</p>
  <p class="row"><a class="button" href=${`#/exchange/${task.id}`}>Back to the lists</a></p></main>`;
