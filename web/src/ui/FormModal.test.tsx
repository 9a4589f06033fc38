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

test('a form whose action was not done stays open', async () => {
	const close = vi.fn<() => void>();
	form(async () => false, close);
	await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Save' })));
	expect(close).not.toHaveBeenCalled();
});

test('a preview keeps the form open, and the fields can be edited while it is read', async () => {
	const close = vi.fn<() => void>();
	const { promise, resolve } = Promise.withResolvers<void>();
	render(
		<MantineProvider>
			<DialogForm close={close} submit={{ label: 'Preview', run: () => promise, isPreview: true }} fields={[]}>
				{() => <input aria-label="Note" />}
			</DialogForm>
		</MantineProvider>,
	);
	fireEvent.click(screen.getByRole('button', { name: 'Preview' }));
	expect(screen.getByLabelText('Note').closest('[inert]')).toBeNull();
	await act(async () => resolve());
	expect(close).not.toHaveBeenCalled();
});

test('nothing can be edited while the form is saved, and the focused field keeps the focus', async () => {
	const { promise, reject } = Promise.withResolvers<void>();
	render(
		<MantineProvider>
			<DialogForm close={() => {}} submit={{ label: 'Save', run: () => promise }} fields={[]}>
				{() => <input aria-label="Note" />}
			</DialogForm>
		</MantineProvider>,
	);
	const field = screen.getByLabelText('Note');
	const isInert = () => field.closest('[inert]') !== null;
	field.focus();
	fireEvent.submit(field);
	expect(isInert()).toBe(true);
	// As a browser does with an inert field.
	field.blur();
	await act(async () => reject());
	expect(isInert()).toBe(false);
	expect(document.activeElement).toBe(field);
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
