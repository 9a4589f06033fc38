import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('Discord errors are logged without URL and request body', () => {
	const script = `
		import { createLog } from ${JSON.stringify(join(import.meta.dirname, 'log.ts'))};
		import { DiscordAPIError } from 'discord.js';
		const raw = { message: 'Missing Access', code: 50001 };
		const url = 'https://discord.com/api/v10/interactions/1/token-in-the-url/callback';
		const body = { body: { content: 'text-of-the-body' }, files: undefined };
		const error = new DiscordAPIError(raw, 50001, 403, 'POST', url, body);
		createLog('info').error({ err: error }, 'failed');
	`;
	const args = ['--input-type=module', '--eval', script];
	const line = execFileSync(process.execPath, args, { cwd: import.meta.dirname, encoding: 'utf8' });
	expect(JSON.parse(line)).toMatchObject({ err: { message: 'Missing Access', code: 50001, status: 403 } });
	expect(line).not.toMatch(/token-in-the-url|text-of-the-body/);
});
