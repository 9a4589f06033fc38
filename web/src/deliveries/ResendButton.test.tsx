import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { ResendButton } from './ResendButton.tsx';

afterEach(cleanup);

test('a double click resends a delivery once', async () => {
	const { promise, resolve } = Promise.withResolvers<void>();
	const resend = vi.fn<() => Promise<void>>(() => promise);
	render(
		<MantineProvider>
			<ResendButton title="Dunk" resend={resend} />
		</MantineProvider>,
	);
	const click = () => fireEvent.click(screen.getByRole('button', { name: 'Send "Dunk" again' }));
	click();
	click();
	expect(resend).toHaveBeenCalledOnce();
	await act(async () => resolve());
	click();
	expect(resend).toHaveBeenCalledTimes(2);
});
