import { buildWeb, installPackages } from './install.mjs';

await installPackages();
await buildWeb();
