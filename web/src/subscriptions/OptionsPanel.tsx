import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';

const OptionsDrawer = lazy(() => import('./OptionsDrawer.tsx'));

/** The subscription whose options are being edited. */
export interface OpenedOptions {
	/** The subscription's id. */
	id: string;
	/** The row's name, for the title. */
	name: string;
	/** Called after the options were saved. */
	saved(): unknown;
}

/** Outlives the row and the screen that opened it, so that neither takes unsaved edits with it. */
let opened: OpenedOptions | null = null;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
	listeners.add(listener);
	return () => void listeners.delete(listener);
}

/** Opens the panel with the options of a subscription; null closes it. */
export function openOptions(of: OpenedOptions | null): void {
	opened = of;
	for (const listener of listeners) listener();
}

const close = () => openOptions(null);

/** The place of the panel, above every screen. */
export function OptionsPanel() {
	const of = useSyncExternalStore(subscribe, () => opened);
	useEffect(() => close, []);
	return (
		of && (
			<Suspense fallback={null}>
				<OptionsDrawer key={of.id} {...of} close={close} />
			</Suspense>
		)
	);
}
