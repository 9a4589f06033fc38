import { ensureBrowser } from './browser.mjs';
import { buildCli, buildWeb, installPackages } from './install.mjs';

await installPackages();
await buildWeb();
await buildCli();
await ensureBrowser();
