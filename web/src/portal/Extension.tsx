import '../theme/overlays.ts';
import { cartLink } from '@dropwire/contract';
import { Button, Group, Modal, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { CopyLine } from '../ui/CopyLine.tsx';

const STEPS = [
	'Unpack the file into a folder that you will keep: the browser loads the extension from there.',
	'Open chrome://extensions (Edge: edge://extensions) and switch on “Developer mode”.',
	'Select “Load unpacked” and the folder.',
	'Create a link on this page, or append #dropwire-size= and the size to any Nike product link, and open it.',
];

/** The browser extension: its download after accepting the terms, its installation, and a form that creates its links. */
export function Extension() {
	const [open, dialog] = useDisclosure(false);
	return (
		<div className="portal-columns">
			<section className="card">
				<p>
					When you open a product link with a size, it selects that size on the shop&apos;s page and presses the
					shop&apos;s add-to-cart button. It needs no permissions, and stores and sends no data.
				</p>
				<Button onClick={dialog.open}>Download the extension</Button>
				<Terms open={open} close={dialog.close} />
				<h3>Install</h3>
				<ol>
					{STEPS.map((step) => (
						<li key={step}>{step}</li>
					))}
				</ol>
			</section>
			<LinkForm />
		</div>
	);
}

function Terms({ open, close }: { open: boolean; close(): void }) {
	return (
		<Modal
			opened={open}
			onClose={close}
			title="Terms of the extension"
			centered
			closeButtonProps={{ 'aria-label': 'Close' }}
		>
			<ul className="terms-list">
				<li>
					It acts in your browser and on your account when you open such a link. You are responsible for what it does.
				</li>
				<li>A retailer&apos;s terms may forbid automation. Read them, and use a burner account.</li>
				<li>It adds one item to the cart and stops: it never checks out and never pays.</li>
				<li>It comes without warranty. It may stop working when a shop changes its pages.</li>
			</ul>
			<Group justify="flex-end" mt="md">
				<Button variant="default" onClick={close}>
					Cancel
				</Button>
				<Button component="a" href="/dropwire-extension.zip" download onClick={close} data-autofocus>
					Accept and download
				</Button>
			</Group>
		</Modal>
	);
}

function LinkForm() {
	const [product, setProduct] = useState('');
	const [size, setSize] = useState('');
	const link = cartLink(product, size);
	return (
		<section className="card">
			<h3>Create a link</h3>
			<Group align="flex-start" wrap="wrap">
				<TextInput
					label="Product link"
					placeholder="https://www.nike.com/t/…"
					error={product && !cartLink(product, '1') ? 'Enter the address of a product page on www.nike.com.' : null}
					value={product}
					onChange={(event) => setProduct(event.currentTarget.value)}
					style={{ flex: '1 1 280px' }}
				/>
				<TextInput
					label="Size"
					placeholder="10"
					maxLength={20}
					value={size}
					onChange={(event) => setSize(event.currentTarget.value)}
					style={{ flex: '0 1 96px' }}
				/>
			</Group>
			<CopyLine label="Link with the size" value={link} />
		</section>
	);
}
