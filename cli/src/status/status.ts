import { ApiError, isLate, type Pulse, durationText, type SourceFreshness } from '@dropwire/contract';
import { counted } from '@dropwire/domain';
import manifest from '../../package.json' with { type: 'json' };
import type { Work } from '../command.ts';
import { EXIT, Failure, notAllowed } from '../failure.ts';
import { openApi, openClient } from '../server/client.ts';
import { serverVersionOf } from '../server/version.ts';
import { chosenServer, type Globals } from '../server/session.ts';
import { identityOf, rolesText } from '../signin/identity.ts';
import { onOut } from '../terminal/colours.ts';
import { safe, writeJson, writeLine } from '../terminal/output.ts';

export const run: Work = async ({ globals }) => {
	const url = chosenServer(globals)?.url;
	if (url === undefined)
		throw notAllowed('No server is selected.', 'Sign in: dropwire login --url https://your.server');
	const startedAt = performance.now();
	const anyone = openClient({ url });
	await anyone.healthz();
	const ms = Math.round(performance.now() - startedAt);
	const ready = await anyone.readyz().then(
		() => true,
		(error: unknown) => {
			if (error instanceof ApiError && error.status === 503) return false;
			throw error;
		},
	);
	const serverVersion = await serverVersionOf(url);
	const user = await accountOf(globals);
	const pulse = user && ready ? await pulseOf(globals) : null;
	if (globals.json) {
		await writeJson({
			url,
			version: manifest.version,
			serverVersion,
			reachable: true,
			ready,
			ms,
			user,
			sources: pulse?.sources ?? null,
		});
	} else {
		const { green, red, dim } = onOut();
		await writeLine(`server   ${url} ${dim(`answers in ${ms} ms`)}`);
		await writeLine(`ready    ${ready ? green('yes') : red('no: its database or engine is not responding')}`);
		await writeLine(`account  ${user ? `${safe(user.username)} (${rolesText(user)})` : 'not signed in'}`);
		for (const line of pulse ? checkLines(pulse) : []) await writeLine(line);
		const server = serverVersion === null ? '' : `, server ${safe(serverVersion)}`;
		await writeLine(`dropwire ${manifest.version}${server}, Node ${process.versions.node}`);
	}
	return ready ? EXIT.done : EXIT.failed;
};

/** Null if the user is not signed in: the server's status is useful without an account too. */
async function accountOf(globals: Globals) {
	try {
		return await identityOf(openApi(globals));
	} catch (error) {
		const notSignedIn = error instanceof Failure && error.exitCode === EXIT.notAllowed;
		if (notSignedIn || (error instanceof ApiError && (error.status === 401 || error.status === 403))) return null;
		throw error;
	}
}

/** Null if the account is not on the access list. */
async function pulseOf(globals: Globals): Promise<Pulse | null> {
	try {
		return (await openApi(globals).pulse()).data;
	} catch (error) {
		if (error instanceof ApiError && error.status === 403) return null;
		throw error;
	}
}

/** The oldest check of each watched source, the latest source first. */
function checkLines({ sources }: Pulse): string[] {
	const watched = sources.filter((source) => source.watched > 0);
	if (watched.length === 0) return ['checks   nothing is checked'];
	return watched.map((source, n) => `${n === 0 ? 'checks' : '      '}   ${checkText(source)}`);
}

function checkText(freshness: SourceFreshness): string {
	const { source, place, watched, neverChecked, oldestCheckAt, roundMs } = freshness;
	const { red, dim } = onOut();
	const now = Date.now();
	const oldest =
		oldestCheckAt === null ? 'no check yet' : `oldest check ${durationText(now - oldestCheckAt)} ago in ${place}`;
	const never = neverChecked > 0 ? `, ${neverChecked} never checked` : '';
	const late = isLate(freshness, now) ? red(' late') : '';
	return `${safe(source)} ${counted(watched, 'SKU')}, ${safe(oldest)}${late} ${dim(`(round ${durationText(roundMs)}${never})`)}`;
}
