// Controls without a name, and texts with a contrast below 4.5 (WCAG 2 AA). Runs in the page.
export function findBadTexts() {
  const bad = [];
  for (const control of document.querySelectorAll('button, select, input')) {
    const name = control.getAttribute('aria-label') ?? (control.textContent?.trim() || control.closest('label')?.textContent?.trim());
    if (!name) bad.push(`no name: ${control.outerHTML.slice(0, 80)}`);
  }
  const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d', { willReadFrequently: true });
  const known = new Map();
  const rgba = (colour) => {
    if (!known.has(colour)) known.set(colour, read(colour));
    return known.get(colour);
  };
  const read = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const luminance = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map((v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const backgroundOf = (element) => {
    for (let e = element; e; e = e.parentElement) {
      const colour = rgba(getComputedStyle(e).backgroundColor);
      if (colour[3] > 250) return colour;
    }
    return [255, 255, 255, 255];
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.textContent.trim() || !element || element.closest('svg, option, script, :disabled:not(.head)')) continue;
    const [a, b] = [luminance(rgba(getComputedStyle(element).color)), luminance(backgroundOf(element))].sort((x, y) => y - x);
    const contrast = (a + 0.05) / (b + 0.05);
    if (contrast < 4.5) bad.push(`contrast ${contrast.toFixed(2)}: ${node.textContent.trim().slice(0, 40)}`);
  }
  return bad;
}
