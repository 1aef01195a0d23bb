// The page's own modules, so that the tests cannot look at a copy.

import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';

/** By their names below src/, without .ts. */
export async function modules(...names) {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const vite = await createServer({
    root,
    configFile: false,
    appType: 'custom',
    logLevel: 'error',
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, ws: false },
  });
  try {
    return await Promise.all(names.map((name) => vite.ssrLoadModule(`/src/${name}.ts`)));
  } finally {
    await vite.close();
  }
}
