// Makes a screenshot small enough for the repository: node tests/small_png.mjs FROM.png TO.png
// Reads the 8-bit PNGs that chromium writes, reduces them to 256 colours (median cut) and packs them well.

import { readFileSync, writeFileSync } from 'node:fs';
import { deflateSync, inflateSync } from 'node:zlib';

function decode(file) {
  const parts = [];
  let header = null;
  for (let at = 8; at < file.length; at += 12 + file.readUInt32BE(at)) {
    const body = file.subarray(at + 8, at + 8 + file.readUInt32BE(at));
    const name = file.toString('latin1', at + 4, at + 8);
    if (name === 'IHDR') header = { width: body.readUInt32BE(0), height: body.readUInt32BE(4), step: body[9] === 6 ? 4 : 3 };
    if (name === 'IDAT') parts.push(body);
  }
  const { width, height, step } = header;
  const raw = inflateSync(Buffer.concat(parts));
  const row = width * step;
  const pixels = Buffer.alloc(row * height);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (row + 1)];
    for (let i = 0; i < row; i++) {
      const left = i >= step ? pixels[y * row + i - step] : 0;
      const up = y > 0 ? pixels[(y - 1) * row + i] : 0;
      const corner = y > 0 && i >= step ? pixels[(y - 1) * row + i - step] : 0;
      let guess = 0;
      if (filter === 1) guess = left;
      else if (filter === 2) guess = up;
      else if (filter === 3) guess = (left + up) >> 1;
      else if (filter === 4) {
        const [a, b, c] = [up - corner, left - corner, left + up - 2 * corner].map(Math.abs);
        guess = a <= b && a <= c ? left : b <= c ? up : corner;
      }
      pixels[y * row + i] = raw[y * (row + 1) + 1 + i] + guess;
    }
  }
  return { width, height, colours: Array.from({ length: width * height }, (_, i) => pixels.readUIntBE(i * step, 3)) };
}

/** Boxes of colours that will be one; each is drawn as its most frequent colour, so that large areas stay exact. */
function medianCut(counts, most) {
  const boxes = [[...counts].map(([colour, count]) => ({ rgb: [colour >> 16, (colour >> 8) & 255, colour & 255], colour, count }))];
  const spread = (box, i) => Math.max(...box.map((c) => c.rgb[i])) - Math.min(...box.map((c) => c.rgb[i]));
  const widest = (box) => [0, 1, 2].map((i) => [spread(box, i), i]).sort((a, b) => b[0] - a[0])[0];
  const worth = (box) => (box.length > 1 ? widest(box)[0] * Math.log2(1 + box.length) : -1);
  const ranked = boxes.map((box) => ({ box, worth: worth(box) }));
  while (ranked.length < most) {
    ranked.sort((a, b) => b.worth - a.worth);
    const { box, worth: value } = ranked.shift();
    if (value < 0) {
      ranked.push({ box, worth: value });
      break;
    }
    const [, i] = widest(box);
    box.sort((a, b) => a.rgb[i] - b.rgb[i]);
    for (const half of [box.slice(0, box.length >> 1), box.slice(box.length >> 1)]) ranked.push({ box: half, worth: worth(half) });
  }
  return ranked.map(({ box }) => box);
}

function crc(bytes) {
  let value = 0xffffffff;
  for (const byte of bytes) {
    value ^= byte;
    for (let k = 0; k < 8; k++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  }
  return (value ^ 0xffffffff) >>> 0;
}
function chunk(name, body) {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), body]);
  const whole = Buffer.alloc(named.length + 8);
  whole.writeUInt32BE(body.length, 0);
  named.copy(whole, 4);
  whole.writeUInt32BE(crc(named), named.length + 4);
  return whole;
}

const [from, to] = process.argv.slice(2);
const file = readFileSync(from);
const { width, height, colours } = decode(file);
const counts = new Map();
for (const colour of colours) counts.set(colour, (counts.get(colour) ?? 0) + 1);
const boxes = medianCut(counts, 256);
const index = new Map(boxes.flatMap((box, i) => box.map(({ colour }) => [colour, i])));
const rows = Buffer.alloc((width + 1) * height);
colours.forEach((colour, i) => (rows[Math.floor(i / width) * (width + 1) + 1 + (i % width)] = index.get(colour)));
const header = Buffer.alloc(13);
header.writeUInt32BE(width, 0);
header.writeUInt32BE(height, 4);
header.set([8, 3], 8);
const palette = boxes.flatMap((box) => box.reduce((a, b) => (b.count > a.count ? b : a)).rgb);
const small = Buffer.concat([
  file.subarray(0, 8),
  chunk('IHDR', header),
  chunk('PLTE', Buffer.from(palette)),
  chunk('IDAT', deflateSync(rows, { level: 9 })),
  chunk('IEND', Buffer.alloc(0)),
]);
writeFileSync(to, small);
console.log(`${to}: ${small.length} bytes, was ${file.length}`);
