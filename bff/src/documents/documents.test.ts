import { contract, type Endpoint } from '@dropwire/contract';
import Ajv2020 from 'ajv/dist/2020.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, openTestServer } from '../testing.ts';

let testServer: TestServer;
beforeAll(async () => {
	testServer = await openTestServer();
});
afterAll(() => testServer.close());

test('the OpenAPI document lists every call, and its schemas are valid', async () => {
	const document = (await (await fetch(`${testServer.server.origin}/api/openapi.json`)).json()) as {
		openapi: string;
		paths: Record<
			string,
			Record<string, { operationId: string; requestBody?: { content: Record<string, { schema: object }> } }>
		>;
	};
	expect(document.openapi).toBe('3.1.0');
	const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
	expect(operations.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(contract).sort());
	expect(JSON.stringify(document.paths['/api/productquery'])).toContain('X-Regions-Failed');
	expect(JSON.stringify(document.paths['/api/live'])).toContain('Last-Event-ID');
	const ajv = new Ajv2020.default({ strict: false, validateFormats: false });
	for (const { requestBody } of operations) {
		const schema = requestBody?.content['application/json']?.schema;
		if (schema) expect(ajv.compile(schema)).toBeTypeOf('function');
	}
});

test('the docs page lists every call and has no scripts', async () => {
	const response = await fetch(`${testServer.server.origin}/api/docs`);
	const page = await response.text();
	expect(response.headers.get('content-type')).toContain('text/html');
	for (const { path } of Object.values(contract) as Endpoint[]) expect(page).toContain(path);
	expect(page).not.toContain('<script');
});
