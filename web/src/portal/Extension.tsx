import { Button, Group, Modal, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { CopyLine } from '../data/CopyLine.tsx';
import { cartLink } from './cartLink.ts';

const STEPS = [
	'Unpack the file into a folder that stays where it is.',
	'Open chrome://extensions (Edge: edge://extensions) and switch on “Developer mode”.',
	'Choose “Load unpacked” and the folder.',
	'Make a link below, or write #dropwire-size= and the size behind any Nike product link, and open it.',
];

/** The browser extension: download behind its terms, how to install it, and a maker of the links that it acts on. */
export function Extension() {
	const [open, dialog] = useDisclosure(false);
	return (
		<section className="card">
			<h2>Add-to-cart extension</h2>
			<p>
				Opened by a product link with a size, it selects that size on the shop&apos;s own page and presses the
				shop&apos;s add-to-cart button. It asks for no permission, keeps nothing and sends nothing.
			</p>
			<Button onClick={dialog.open}>Download the extension</Button>
			<Terms open={open} close={dialog.close} />
			<h3>Install</h3>
			<ol>
				{STEPS.map((step) => (
					<li key={step}>{step}</li>
				))}
			</ol>
			<LinkMaker />
		</section>
	);
}

function Terms({ open, close }: { open: boolean; close(): void }) {
	return (
		<Modal opened={open} onClose={close} title="Terms of the extension" closeButtonProps={{ 'aria-label': 'Close' }}>
			<ul className="terms-list">
				<li>It acts in your own browser, on your own account, when you open such a link; what it does is yours.</li>
				<li>A retailer may forbid automation in its terms. Read them; use a burner account.</li>
				<li>It adds one item to the cart and stops: it never checks out and never pays.</li>
				<li>It comes as it is. Shops change their pages, and then it may do nothing.</li>
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

function LinkMaker() {
	const [product, setProduct] = useState('');
	const [size, setSize] = useState('');
	const link = cartLink(product, size);
	return (
		<>
			<h3>Make a link</h3>
			<Group align="flex-start" wrap="wrap">
				<TextInput
					label="Product link"
					placeholder="https://www.nike.com/t/…"
					error={product && !cartLink(product, '1') ? 'must be a product page of www.nike.com' : null}
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
		</>
	);
}
