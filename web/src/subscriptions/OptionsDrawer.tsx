import '../theme/overlays.ts';
import { Button, Drawer } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { markUnsaved } from '../api/unsaved.ts';
import { useBack } from '../ui/useBack.ts';
import { useFocusBack } from '../ui/useFocusBack.ts';
import { SubscriptionOptions } from './SubscriptionOptions.tsx';

/** The subscription whose options are being edited. */
export interface OpenedOptions {
	/** The subscription's id. */
	id: string;
	/** The row's name, for the title. */
	name: string;
	/** Called after the options were saved. */
	saved(): unknown;
}

/**
 * A panel with the options of one subscription. It closes after saving, with Back, and when the user goes to another
 * screen, and asks before it drops edits.
 */
export default function OptionsDrawer({ id, name, close, saved }: OpenedOptions & { close(): void }) {
	const [edited, setEdited] = useState(false);
	const [asked, setAsked] = useState(false);
	const { pathname } = useLocation();
	/** The screen on which the user edits: another one asks whether to go on. */
	const [screen, setScreen] = useState(pathname);
	const asking = edited && (asked || pathname !== screen);
	const leave = () => (edited && !asking ? setAsked(true) : close());
	useBack(leave);
	const last = useRef(pathname);
	useEffect(() => {
		if (last.current === pathname) return;
		last.current = pathname;
		if (!edited) close();
	}, [pathname, edited, close]);
	useEffect(() => {
		const draft = {};
		markUnsaved(draft, edited);
		return () => markUnsaved(draft, false);
	}, [edited]);
	return (
		<Drawer
			opened
			onClose={leave}
			title={`Options of ${name}`}
			position="right"
			size={1080}
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
				{asking ? (
					<div className="options-note" role="alert">
						<span>Not saved.</span>
						<Button
							variant="default"
							onClick={() => {
								setAsked(false);
								setScreen(pathname);
							}}
							autoFocus
						>
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
