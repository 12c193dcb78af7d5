// Copying: browsers keep the clipboard from pages that came without encryption; there the old way works.

/** Whether it lies on the clipboard now. */
export async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return marked(text);
  }
}

function marked(text) {
  const field = document.createElement("textarea"),
    before = document.activeElement;
  field.value = text;
  field.className = "hidden-text";
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  before?.focus?.();
  return done;
}
