import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { DialogForm } from './FormModal.tsx';

afterEach(cleanup);

const form = (run: () => Promise<unknown>, close: () => void) =>
	render(
		<MantineProvider>
			<DialogForm close={close} submit={{ label: 'Save', run }} fields={[]}>
				{() => null}
			</DialogForm>
		</MantineProvider>,
	);

test('a form closes after the server has accepted it', async () => {
	const close = vi.fn<() => void>();
	form(async () => null, close);
	await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Save' })));
	expect(close).toHaveBeenCalledOnce();
});

test('a cancelled form does not close the next dialog', async () => {
	const { promise, resolve } = Promise.withResolvers<void>();
	const close = vi.fn<() => void>();
	const { unmount } = form(() => promise, close);
	fireEvent.click(screen.getByRole('button', { name: 'Save' }));
	unmount();
	await act(async () => resolve());
	expect(close).not.toHaveBeenCalled();
});
