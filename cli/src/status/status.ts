import { ApiError } from '@dropwire/bff/contract';
import manifest from '../../package.json' with { type: 'json' };
import type { Work } from '../command.ts';
import { EXIT, Failure, notAllowed } from '../failure.ts';
import { openClient } from '../server/client.ts';
import { chosenUrl, type Globals, openSession } from '../server/session.ts';
import { identityOf, rolesText } from '../signin/identity.ts';
import { onOut } from '../terminal/colours.ts';
import { safe, writeJson, writeLine } from '../terminal/output.ts';

export const run: Work = async ({ globals }) => {
	const url = chosenUrl(globals);
	if (url === null) throw notAllowed('No server is known.', 'Sign in: dropwire login --url https://your.server');
	const begun = performance.now();
	const anyone = openClient({ url });
	await anyone.healthz();
	const ms = Math.round(performance.now() - begun);
	const ready = await anyone.readyz().then(
		() => true,
		(error: unknown) => {
			if (error instanceof ApiError && error.status === 503) return false;
			throw error;
		},
	);
	const user = await whoOf(globals);
	if (globals.json) {
		await writeJson({ url, version: manifest.version, reachable: true, ready, ms, user });
	} else {
		const { green, red, dim } = onOut();
		await writeLine(`server   ${url} ${dim(`answers in ${ms} ms`)}`);
		await writeLine(`ready    ${ready ? green('yes') : red('no: its database or its engine does not answer')}`);
		await writeLine(`you      ${user ? `${safe(user.username)} (${rolesText(user)})` : 'not signed in'}`);
		await writeLine(`dropwire ${manifest.version}, Node ${process.versions.node}`);
	}
	return ready ? EXIT.done : EXIT.failed;
};

/** Null for nobody: how the server is concerns those, too, who are not signed in. */
async function whoOf(globals: Globals) {
	try {
		return await identityOf(openClient(openSession(globals)));
	} catch (error) {
		const nobody = error instanceof Failure && error.exitCode === EXIT.notAllowed;
		if (nobody || (error instanceof ApiError && (error.status === 401 || error.status === 403))) return null;
		throw error;
	}
}
