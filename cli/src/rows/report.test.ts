import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Office, openOffice, webhookUrl } from '../testing.ts';

let office: Office;
beforeAll(async () => {
	office = await openOffice();
});
afterAll(() => office.close());

test('prints the first 100 errors; --json lists all', async () => {
	const rows = Array.from({ length: 250 }, (_, n) => `HP,LAPTOPS,ZZ,LAPTOPS,row ${n},${webhookUrl(n)}`);
	const input = ['brand,category,region,status,label,value', ...rows].join('\n');
	const { code, out, err } = await office.fixture.run(['webhooks', 'import', '--yes'], { input });
	expect({ code, out }).toEqual({ code: 1, out: '' });
	const lines = err.split('\n');
	expect(lines[0]).toMatch(/^! line 2, region must be /);
	expect(lines.slice(99)).toEqual([
		expect.stringMatching(/^! line 101, region must be /),
		'… and 150 more errors; --json lists all of them.',
		'0 to add, 0 to change, 0 to remove, 0 unchanged.',
		'250 rows have errors. Nothing is changed until all are fixed.',
		'',
	]);
	const { problems } = await office.fixture.json<{ problems: object[] }>(['webhooks', 'import', '--yes'], { input });
	expect(problems).toHaveLength(250);
});
