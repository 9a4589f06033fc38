import { EventItem } from '@dropwire/contract';
import { z } from 'zod';

/** The JSON Schema of an item that an external monitor submits, generated from the schema that checks it. */
export function eventSchema(origin: string): Record<string, unknown> {
	const { $schema, ...rest } = z.toJSONSchema(EventItem, { io: 'input', target: 'draft-2020-12' });
	// What the check of two fields together says, which the generator cannot express.
	const either = { oneOf: [{ required: ['snapshot'] }, { required: ['blocked'] }] };
	return { $schema, $id: `${origin}/api/schemas/event.json`, title: 'Dropwire event', ...rest, ...either };
}
