// How a number came about: each of its steps with its rule.
import { html, upper } from "./html.js";
import { RuleLink } from "./rules.js";

export function Sum({ number }) {
  const scale = number.scale ?? 1,
    last = number.steps.at(-1);
  return html`<table
    class="sum"><caption>${number.name ? upper(number.name) : "How that number came about"}</caption><tbody>
    ${number.steps.map(
      (step, at) => html`<tr key=${at}><td class="figure">${step.figure}</td><td>${step.title}</td>
      <td><${RuleLink} rule=${step.rule}>rule<//></td></tr>`,
    )}
    ${last && html`<tr class="total"><td class="figure">= ${last.total / scale}</td><td colspan="2"></td></tr>`}
  </tbody></table>`;
}
