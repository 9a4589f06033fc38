import { UncertainCommitError } from '@dropwire/db';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createOutageLog } from './outageLog.ts';

test('an outage is one error and one line when it is over, also when a statement fails late', () => {
	const clock = vi.spyOn(performance, 'now');
	onTestFinished(() => clock.mockRestore());
	const lines: { level: number; msg: string; requestId?: string; seconds?: number; failures?: number }[] = [];
	const write = (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number]);
	const { log, answered } = createOutageLog(pino({}, { write }));
	const at = (seconds: number) => clock.mockReturnValue(seconds * 1000);
	const fail = (code: string) =>
		log.error({ err: Object.assign(new Error(code), { code, fatal: true }) }, 'claiming failed');

	at(0);
	fail('ECONNREFUSED');
	at(5);
	fail('ECONNREFUSED');
	log.error({ err: new Error('no outage') }, 'a shop failed');
	answered();
	// The server of the same process, which has the same log.
	createOutageLog(log).log.warn({ err: Object.assign(new Error('x'), { fatal: true }) }, 'a page could not be read');
	log.warn('no outage, either');
	log.error({ err: new UncertainCommitError(), requestId: 'a-call' }, 'a call failed');
	at(14);
	fail('PROTOCOL_SEQUENCE_TIMEOUT');
	at(24);
	answered();
	at(26);
	answered();
	answered();
	expect(lines).toMatchObject([
		{ level: 50, msg: 'the database is not available: claiming failed' },
		{ level: 50, msg: 'a shop failed' },
		{ level: 40, msg: 'no outage, either' },
		{ level: 50, msg: 'a call failed', requestId: 'a-call' },
		{ level: 30, msg: 'the database is available again', seconds: 14, failures: 4 },
	]);
});
