import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** The contract as documents. */
export const documentCalls = {
	openapi: endpoint({
		method: 'GET',
		path: '/api/openapi.json',
		auth: { role: 'anyone' },
		description: 'This contract as OpenAPI 3.1.',
		output: z.record(z.string(), z.unknown()),
	}),
	eventSchema: endpoint({
		method: 'GET',
		path: '/api/schemas/event.json',
		auth: { role: 'anyone' },
		description: 'The JSON Schema of an item of POST /api/events.',
		output: z.record(z.string(), z.unknown()),
	}),
	docs: endpoint({
		method: 'GET',
		path: '/api/docs',
		auth: { role: 'anyone' },
		description: 'This contract as a page to read.',
		output: 'page',
	}),
};
