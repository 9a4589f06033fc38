import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import type { OpenedOptions } from './OptionsDrawer.tsx';

const OptionsDrawer = lazy(() => import('./OptionsDrawer.tsx'));

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

/** The place of the panel, above every screen. */
export function OptionsPanel() {
	const of = useSyncExternalStore(subscribe, () => opened);
	useEffect(() => () => openOptions(null), []);
	return (
		of && (
			<Suspense fallback={null}>
				{/* After Discard, the save of the panel before must not close the next one. */}
				<OptionsDrawer key={of.id} {...of} close={() => opened === of && openOptions(null)} />
			</Suspense>
		)
	);
}
