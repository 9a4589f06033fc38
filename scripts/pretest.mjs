import { ensureBrowser } from './browser.mjs';
import { buildWeb, installPackages } from './install.mjs';

await installPackages();
await buildWeb();
await ensureBrowser();
