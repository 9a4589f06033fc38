/**
 * Before a script that runs what is built: builds the workspaces that are its arguments. Installs nothing, because processes
 * can be running from the installed packages.
 */
import { build } from './install.mjs';

for (const workspace of process.argv.slice(2)) await build(workspace);
