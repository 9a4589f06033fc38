import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ComponentType } from 'react';
import { Link, MemoryRouter, useLocation, useNavigate } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import Audit from './audit/Audit.tsx';
import Deliveries from './deliveries/Deliveries.tsx';
import Events from './events/Events.tsx';
import AllWebhooks from './webhookPage/AllWebhooks.tsx';

afterEach(() => {
	cleanup();
	vi.unstubAllGlobals();
});

function Address() {
	const navigate = useNavigate();
	return (
		<>
			<Link to="/screen">Menu</Link>
			<button onClick={() => void navigate(-1)}>Back</button>
			<output>{useLocation().search}</output>
		</>
	);
}

/** Opens a screen with a menu beside it. */
function open(Screen: ComponentType): void {
	vi.stubGlobal('fetch', async () => Response.json({ data: [], nextCursor: null }));
	vi.stubGlobal(
		'EventSource',
		class extends EventTarget {
			close() {}
		},
	);
	render(
		<MantineProvider>
			<MemoryRouter initialEntries={['/screen']}>
				<Address />
				<Screen />
			</MemoryRouter>
		</MantineProvider>,
	);
}
const address = () => document.querySelector('output')?.textContent;

test.each([
	['Label or last digits of the id', 'q', AllWebhooks],
	['SKU', 'sku', Events],
	['Label or webhook', 'webhook', Deliveries],
	['Object', 'object', Audit],
])(
	'the field "%s" shows the filter that is applied, also after a click in the menu and Back',
	async (label, part, Screen) => {
		open(Screen);
		const field = screen.getByLabelText<HTMLInputElement>(label);
		fireEvent.change(field, { target: { value: 'drops ' } });
		await waitFor(() => expect(address()).toBe(`?${part}=drops`));
		expect(field.value).toBe('drops ');
		fireEvent.click(screen.getByText('Menu'));
		await waitFor(() => expect(field.value).toBe(''));
		expect(address()).toBe('');
		fireEvent.click(screen.getByText('Back'));
		await waitFor(() => expect(field.value).toBe('drops'));
		expect(address()).toBe(`?${part}=drops`);
	},
);
