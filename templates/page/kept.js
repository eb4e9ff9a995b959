// What is kept on the device; where that is forbidden, nothing is lost but the memory.

let keeps = true;

function kept(key, fallback) {
  try {
    const text = localStorage.getItem(`potager:${key}`);
    return text ? JSON.parse(text) : fallback;
  } catch (error) {
    keeps = false;
    return fallback;
  }
}

function keep(key, value) {
  try {
    localStorage.setItem(`potager:${key}`, JSON.stringify(value));
    keeps = true;
  } catch (error) {
    if (keeps) {
      keeps = false;
      tell(say("page.not_kept"), null, true);
    }
  }
}
