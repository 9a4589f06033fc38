import { Button, Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CallState } from '../api/useCall.ts';

/**
 * The three states of a read, the same on every screen: skeleton rows, the error with Retry, or the data. Data that were
 * read earlier remain below the error, unless what they describe does not exist any more.
 */
export function Loaded<T>({
	call,
	rows = 3,
	children,
}: {
	call: CallState<T>;
	rows?: number;
	children: (data: T) => ReactNode;
}) {
	const { data, error } = call;
	const shown = isGone(error) ? undefined : data;
	return (
		<>
			<ReadError call={call} />
			{shown !== undefined ? children(shown) : !error && <Skeletons rows={rows} />}
		</>
	);
}

function isGone(error: CallState<unknown>['error']): boolean {
	return error?.status === 404;
}

/** The error of a read, with Retry where that can help; nothing without an error. */
export function ReadError({ call: { error, reload } }: { call: Pick<CallState<unknown>, 'error' | 'reload'> }) {
	if (!error) return null;
	return (
		<div className="state failed" role="alert">
			{error.message}
			{!isGone(error) && (
				<Button variant="default" size="xs" onClick={reload}>
					Retry
				</Button>
			)}
		</div>
	);
}

/** Placeholders for rows that are loading. */
export function Skeletons({ rows }: { rows: number }) {
	return (
		<div role="group" aria-busy="true" aria-label="Loading">
			{Array.from({ length: rows }, (_, index) => (
				<Skeleton key={index} height={32} my={8} />
			))}
		</div>
	);
}

/** The placeholder of a screen: its heading, if that is already known, and rows. */
export function ScreenSkeleton({ heading, lead }: { heading?: string | undefined; lead?: string }) {
	return (
		<>
			<div className="page-head">
				{heading ? <h1>{heading}</h1> : <Skeleton width={180} height={32} />}
				{lead && <p className="lead">{lead}</p>}
			</div>
			<Skeletons rows={12} />
		</>
	);
}
