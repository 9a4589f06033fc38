import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { convertMoney } from '@dropwire/domain';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createExchangeRates, type ExchangeRateReader } from './exchangeRates.ts';

/** The European Central Bank's file of 2026-09-22, shortened. */
const FILE = `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
	<gesmes:subject>Reference rates</gesmes:subject>
	<gesmes:Sender>
		<gesmes:name>European Central Bank</gesmes:name>
	</gesmes:Sender>
	<Cube>
		<Cube time='2026-09-22'>
			<Cube currency='USD' rate='1.1463'/>
			<Cube currency='JPY' rate='184.03'/>
			<Cube currency='GBP' rate='0.8583'/>
		</Cube>
	</Cube>
</gesmes:Envelope>`;
const RATES = { date: '2026-09-22', perEuro: { USD: 1.1463, JPY: 184.03, GBP: 0.8583 } };
const HOUR = 60 * 60_000;

let answer: { status: number; body: string };
let requests: number;
let failures: string[];
let rates: ExchangeRateReader;
const bank = createServer((_request, response) => {
	requests++;
	response.writeHead(answer.status).end(answer.body);
});

beforeEach(async () => {
	vi.useFakeTimers({ toFake: ['Date', 'performance'], now: Date.parse('2026-09-22T16:00:00Z') });
	requests = 0;
	answer = { status: 200, body: FILE };
	await new Promise<void>((resolve) => void bank.listen(0, '127.0.0.1', resolve));
	failures = [];
	rates = createExchangeRates({
		url: `http://127.0.0.1:${(bank.address() as AddressInfo).port}/daily.xml`,
		onFailure: (reason) => failures.push(reason),
	});
});
afterEach(async () => {
	vi.useRealTimers();
	await rates.close();
	bank.closeAllConnections();
	await new Promise((resolve) => void bank.close(resolve));
});

test('rates are read once for all callers and refreshed after hours', async () => {
	expect(await Promise.all([rates.read(), rates.read()])).toEqual([RATES, RATES]);
	expect(await rates.read()).toEqual(RATES);
	expect(requests).toBe(1);
	answer.body = FILE.replace('2026-09-22', '2026-09-23').replace('1.1463', '1.15');
	vi.advanceTimersByTime(4 * HOUR);
	expect(await rates.read()).toMatchObject({ date: '2026-09-23', perEuro: { USD: 1.15 } });
});

test.each([
	['an error', { status: 503, body: '' }],
	['a web page', { status: 200, body: '<html><body>Just a moment…</body></html>' }],
	['a file without rates', { status: 200, body: "<Cube><Cube time='2026-09-22'/></Cube>" }],
	['a rate that is no number', { status: 200, body: FILE.replace('184.03', 'N/A') }],
	['a day that is none', { status: 200, body: FILE.replace('2026-09-22', 'today') }],
])('%s is reported, and known rates stay for a week', async (_what, wrong) => {
	const right = answer;
	answer = wrong;
	expect(await rates.read()).toBe(null);
	expect(await rates.read()).toBe(null);
	expect(requests).toBe(1);
	answer = right;
	vi.advanceTimersByTime(HOUR);
	expect(await rates.read()).toEqual(RATES);
	answer = wrong;
	vi.advanceTimersByTime(5 * 24 * HOUR);
	expect(await rates.read()).toEqual(RATES);
	vi.advanceTimersByTime(2 * 24 * HOUR);
	expect(await rates.read()).toBe(null);
	expect(requests).toBe(4);
	// The first, and those after five and seven days.
	expect(failures).toHaveLength(3);
});

test.each([
	[12_900, 'EUR', 'USD', 14_787],
	[17_380, 'JPY', 'USD', 10_826],
	[11_000, 'USD', 'JPY', 17_660],
	[10_000, 'GBP', 'EUR', 11_651],
	[3_980, 'TWD', 'USD', null],
	[3_980, 'USD', 'TWD', null],
])('%i minor units of %s in %s are %s', (minor, from, to, converted) => {
	expect(convertMoney(minor, from, to, RATES)).toBe(converted);
});
