import type { LucideIcon } from 'lucide-react';
import { type ComponentType, lazy, useState } from 'react';

/** A section of the console. */
export interface Section {
	/** The content id in the address. */
	id: string;
	label: string;
	/** What the section is, where its label does not say it. */
	alias?: string;
	/** The heading of its screen, where it is not the label. */
	heading?: string;
	icon: LucideIcon;
	/** Loads the section's code, before or when the section opens. */
	load(): Promise<unknown>;
	/** Loads the section's code before the first render, which then contains the screen. */
	prepare(): Promise<void>;
	screen: ComponentType;
}

/** A screen whose code is loaded on demand. */
export function lazily(load: () => Promise<{ default: ComponentType }>): Pick<Section, 'load' | 'prepare' | 'screen'> {
	const Later = lazy(load);
	let prepared: ComponentType | undefined;
	return {
		load,
		async prepare() {
			prepared = (await load()).default;
		},
		screen() {
			// Also a lazy component whose code is there shows a placeholder first, for 300 ms.
			const [Screen] = useState(() => prepared ?? Later);
			return <Screen />;
		},
	};
}
