import { ensureBrowser } from './browser.mjs';
import { buildCli, buildWeb, installPackages } from './install.mjs';
import { ensureNginx } from './nginx.mjs';

await installPackages();
await buildWeb();
await buildCli();
await ensureBrowser();
await ensureNginx();
