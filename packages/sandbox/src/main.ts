/**
 * Runs the sandbox in a separate process. Prints one line of JSON when it is ready. Settings: SANDBOX_PORT,
 * SANDBOX_HOST, SANDBOX_LIMITS=off, SANDBOX_FILE, SANDBOX_ETAGS=off. With `--with-parent` it exits when its parent process exits.
 */
import { startSandbox } from './sandbox.ts';

const env = process.env;
const off = { webhook: null, channel: null, global: null, invalid: null };
const sandbox = await startSandbox({
	port: Number(env['SANDBOX_PORT'] ?? 0),
	...(env['SANDBOX_HOST'] && { host: env['SANDBOX_HOST'] }),
	...(env['SANDBOX_LIMITS'] === 'off' && { limits: off }),
	...(env['SANDBOX_ETAGS'] === 'off' && { etags: false }),
	...(env['SANDBOX_FILE'] && { dataFile: env['SANDBOX_FILE'] }),
});
console.log(JSON.stringify({ origin: sandbox.origin }));

const stop = () => void sandbox.close().then(() => process.exit(0));
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
if (process.argv.includes('--with-parent')) process.stdin.resume().once('end', stop);
