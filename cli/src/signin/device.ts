import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, type CallOutput, type Contract } from '@dropwire/contract';
import { backoff } from '@dropwire/domain';
import { Failure, notAllowed } from '../failure.ts';
import { type Api, openClient } from '../server/client.ts';
import { onErr } from '../terminal/colours.ts';
import { note, safe, warn } from '../terminal/output.ts';
import { tokenName } from './browser.ts';

/** The first pause between two questions; it doubles up to the server's. */
const FIRST_PAUSE_MS = 1000;

type Answer = CallOutput<Contract['deviceToken']>['data'];

/**
 * Signs in with a code that the user confirms in a browser on any device (RFC 8628).
 * @param name the token's name
 * @throws Failure if sign-in is denied, or not confirmed in time
 */
export async function askDevice(
	url: string,
	name = tokenName(),
): Promise<{ token: string; tokenId: string; expiresAt: number }> {
	const api = openClient({ url });
	const { data } = await api.deviceStart({ name });
	const { bold } = onErr();
	warn(
		`Open this URL in a browser on any device, and allow the sign-in if it shows ${bold(safe(data.userCode))}:\n\n  ${safe(data.url)}\n`,
	);
	note(`Waiting. The code is valid for ${Math.round((data.expiresAt - Date.now()) / 60_000)} minutes.`);
	const pauseAfter = backoff({ firstMs: FIRST_PAUSE_MS, maxMs: data.pollMs });
	for (let asked = 1; Date.now() < data.expiresAt; asked++) {
		await sleep(pauseAfter(asked));
		const { state, token } = await answerTo(api, data.deviceCode);
		if (state === 'denied') throw notAllowed('Sign-in was denied.');
		if (token !== null) return { token: token.token, tokenId: token.id, expiresAt: token.expiresAt };
	}
	throw timedOut();
}

/** Connection errors are no answer: the server is asked again until the code expires. */
async function answerTo(api: Api, deviceCode: string): Promise<Answer> {
	try {
		return (await api.deviceToken({ deviceCode })).data;
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
		if (error.status === 400) throw timedOut();
		if (error.status !== 0 && error.status !== 429 && error.status < 500) throw error;
		return { state: 'pending', token: null };
	}
}

function timedOut(): Failure {
	return new Failure('The code has expired or was used already.', { hint: 'Sign in again: dropwire login --device' });
}
