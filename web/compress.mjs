// After the build: FILE.br beside every script and style, so that the server need not compress them for each browser
// that comes, which takes it most of a second.

import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';

const folder = new URL('dist/assets/', import.meta.url);
const params = { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT };
for (const name of readdirSync(folder)) {
  if (/\.(js|css)$/.test(name)) writeFileSync(new URL(`${name}.br`, folder), brotliCompressSync(readFileSync(new URL(name, folder)), { params }));
}
