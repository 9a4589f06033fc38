import { OptionsSchema, problemOf } from '@dropwire/contract';
import { storeOptions } from '@dropwire/engine';
import type { z } from 'zod';

/** The options of a row of a file: as the database stores them, and the thread that they name. */
interface RowOptions {
	/** Undefined for a row that leaves its options as they are. */
	detail?: string;
	threadId?: string | null;
	problem?: string;
}

/** Reads the options column. @param threadId the thread of the row's URL */
export function readOptions(text: string, threadId: string | null): RowOptions {
	if (text.trim() === '') return {};
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		return { problem: 'must be JSON, like {"kinds":["RESTOCK"]}' };
	}
	const checked = OptionsSchema.safeParse(value, { error: problemOf });
	if (!checked.success) return { problem: firstProblem(checked.error) };
	const { thread } = checked.data;
	const stored = storeOptions(checked.data);
	if (thread && threadId !== null && stored.threadId !== threadId) {
		return { problem: `thread must be the one of the URL, ${threadId}, or absent` };
	}
	return { detail: stored.columns.options ?? '', threadId: stored.threadId };
}

function firstProblem({ issues }: z.ZodError): string {
	const [first] = issues;
	const at = first?.path.join('.') ?? '';
	return `${at === '' ? '' : `${at} `}${first?.message ?? 'is invalid'}`;
}
