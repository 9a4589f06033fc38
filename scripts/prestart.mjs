import { build, installPackages } from './install.mjs';

await installPackages();
await build('web');
