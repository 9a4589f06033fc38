import '../theme/pickers.ts';
import { Checkbox, ColorInput } from '@mantine/core';
import { useState } from 'react';
import { DEFAULT_COLOR, hexColor, type ImageOptions } from './look.ts';

/** A background color or transparency. Selecting a color switches transparency off; emptying it restores the default. */
export function Background({ options, change }: { options: ImageOptions; change(options: ImageOptions): void }) {
	/** What is typed until it is a color. */
	const [draft, setDraft] = useState<string | null>(null);
	const isWrong = draft !== null && draft.trim() !== '' && !hexColor(draft);
	return (
		<>
			{/* Above the color, whose picker opens below it. */}
			<Checkbox
				label="Transparent"
				checked={options.transparent}
				onChange={(event) => change({ ...options, transparent: event.currentTarget.checked })}
			/>
			<ColorInput
				label="Background color"
				format="hex"
				fixOnBlur={false}
				value={draft ?? options.color ?? DEFAULT_COLOR}
				error={isWrong && 'Enter a color like #ffffff.'}
				onChange={(text) => {
					const color = hexColor(text);
					setDraft(color === text.toLowerCase() ? null : text);
					if (color) change({ ...options, color, transparent: false });
				}}
				onBlur={() => {
					if (draft?.trim() === '') change({ ...options, color: null });
					if (!isWrong) setDraft(null);
				}}
				popoverProps={{ zIndex: 400 }}
				eyeDropperButtonProps={{ 'aria-label': 'Pick a color from the screen' }}
			/>
		</>
	);
}
