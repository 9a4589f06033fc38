import '../theme/overlays.ts';
import { Button, Drawer } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useState } from 'react';
import { useBack } from '../ui/useBack.ts';
import { useFocusBack } from '../ui/useFocusBack.ts';
import { SubscriptionOptions } from './SubscriptionOptions.tsx';

interface Props {
	/** The subscription's id. */
	id: string;
	/** The row's name, for the title. */
	name: string;
	close(): void;
	saved(): unknown;
}

/** A panel with the options of one subscription. It closes after saving, and asks before it drops edits, also with Back. */
export default function OptionsDrawer({ id, name, close, saved }: Props) {
	const [edited, setEdited] = useState(false);
	const [asking, setAsking] = useState(false);
	const leave = () => (edited && !asking ? setAsking(true) : close());
	useBack(leave);
	useWindowEvent('beforeunload', (event) => {
		if (edited) event.preventDefault();
	});
	return (
		<Drawer
			opened
			onClose={leave}
			title={`Options of ${name}`}
			position="right"
			size={560}
			closeButtonProps={{ 'aria-label': 'Close dialog' }}
		>
			<FocusBack />
			<SubscriptionOptions
				id={id}
				onEdited={setEdited}
				saved={async () => {
					await saved();
					close();
				}}
			>
				{asking && edited ? (
					<div className="options-note" role="alert">
						<span>Not saved.</span>
						<Button variant="default" onClick={() => setAsking(false)} autoFocus>
							Keep editing
						</Button>
						<Button variant="default" onClick={close}>
							Discard
						</Button>
					</div>
				) : (
					<Button variant="default" onClick={leave}>
						Cancel
					</Button>
				)}
			</SubscriptionOptions>
		</Drawer>
	);
}

/** Returns the focus to the button that opened the panel. */
function FocusBack() {
	useFocusBack();
	return null;
}
