import { z } from 'zod';

/** What an import did with a row. */
const IMPORT_OUTCOMES = ['created', 'updated', 'unchanged', 'invalid'] as const;

/** The input of an import that stores the valid rows of a file, whatever the others are. */
export function importBody(max: number, row: string) {
	return z.object({
		dryRun: z.boolean().default(false),
		rows: z.array(z.unknown()).max(max, `must have at most ${max} rows`).describe(row),
	});
}

export const ImportResult = z.object({
	/** False for a dry run. */
	applied: z.boolean(),
	data: z.array(
		z.object({
			/** From 0, in the order of the request. */
			row: z.number().int(),
			outcome: z.enum(IMPORT_OUTCOMES),
			/** Why the row is invalid, by field. */
			problems: z.record(z.string(), z.string()).optional(),
			/** The earlier row of the request about the same subject, which is why this one is invalid. */
			repeats: z.number().int().optional(),
		}),
	),
	counts: z.record(z.enum(IMPORT_OUTCOMES), z.number().int()),
});
export type ImportResult = z.infer<typeof ImportResult>;
