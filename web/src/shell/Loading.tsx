import { Button, Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Question } from '../data/useCall.ts';

/** The three states of a question, the same everywhere: rows to come, the failure with Retry, the answer. */
export function Loaded<T>({
	question,
	rows = 3,
	children,
}: {
	question: Question<T>;
	rows?: number;
	children: (data: T) => ReactNode;
}) {
	const { data, error, again } = question;
	return (
		<>
			{error && (
				<div className="state failed" role="alert">
					{error.message}
					<Button variant="default" size="xs" onClick={again}>
						Retry
					</Button>
				</div>
			)}
			{data !== undefined ? children(data) : !error && <Skeletons rows={rows} />}
		</>
	);
}

/** Rows that are to come. */
export function Skeletons({ rows }: { rows: number }) {
	return (
		<div aria-busy="true" aria-label="Loading">
			{Array.from({ length: rows }, (_, index) => (
				<Skeleton key={index} height={32} my={8} />
			))}
		</div>
	);
}
