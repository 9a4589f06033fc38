import { ApiError, type CallOutput, type Contract } from '@dropwire/contract';
import { useState } from 'react';
import { notAsSeen } from '../api/conflicts.ts';
import { readCall, refresh } from '../api/useCall.ts';

/** How to go on after the warning. */
export const REPLACE = 'Press Edit again to replace it.';
export const DELETE = 'Press Delete again to delete it.';

type Social = CallOutput<Contract['social']>;

/**
 * Writes to a row with the values that the user has seen: those with which its dialog was opened or, after a warning,
 * those that somebody else has saved since.
 * @param opened null for a new row
 * @param find finds the row in what is saved now
 * @returns runs a write with these values; `again` says how to go on after the warning
 */
export function useSeen<R>(opened: R | null, find: (now: Social) => R | undefined) {
	const [newer, setNewer] = useState<{ than: R | null; row: R } | null>(null);
	const seen = newer?.than === opened ? newer.row : opened;
	return async (write: (seen: { before?: R }) => Promise<unknown>, again = ''): Promise<void> => {
		try {
			await write(seen === null ? {} : { before: seen });
		} catch (error) {
			if (!notAsSeen(error)) throw error;
			const row = find(await readCall('social', {}));
			if (row) setNewer({ than: opened, row });
			throw new ApiError(error.status, { code: error.code, message: `${error.message} ${again}` });
		} finally {
			await refresh('social', 'socialPosts');
		}
	};
}
