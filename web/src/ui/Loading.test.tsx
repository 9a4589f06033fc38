import { ApiError, type ErrorCode } from '@dropwire/contract';
import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Loaded } from './Loading.tsx';

afterEach(cleanup);

const show = (status: number, code: ErrorCode, message: string) =>
	render(
		<MantineProvider>
			<Loaded
				call={{ data: 'Old data', error: new ApiError(status, { code, message }), loading: false, reload: () => null }}
			>
				{(data) => <button>{data}</button>}
			</Loaded>
		</MantineProvider>,
	);

test('a failed read keeps the data below the error', () => {
	show(503, 'unavailable', 'The database does not answer.');
	expect(screen.getByRole('alert').textContent).toContain('The database does not answer.');
	screen.getByRole('button', { name: 'Old data' });
	screen.getByRole('button', { name: 'Retry' });
});

test('a 404 replaces the data with the error', () => {
	show(404, 'not_found', 'This webhook does not exist.');
	expect(screen.getByRole('alert').textContent).toBe('This webhook does not exist.');
	expect(screen.queryAllByRole('button')).toEqual([]);
});
