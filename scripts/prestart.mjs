/** Before a script that starts a process: installs the packages, and builds the workspaces that are its arguments. */
import { build, installPackages } from './install.mjs';

await installPackages();
for (const workspace of process.argv.slice(2)) await build(workspace);
