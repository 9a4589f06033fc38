import { ensureOldNode } from '../cli/src/testing/oldNode.mjs';
import { ensureBrowser } from './browser.mjs';
import { ALL_BUILT, build, installPackages } from './install.mjs';
import { ensureNginx } from './nginx.mjs';

await installPackages();
for (const workspace of ALL_BUILT) await build(workspace);
await ensureBrowser();
await ensureNginx();
ensureOldNode();
