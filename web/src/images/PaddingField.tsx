import '../theme/pickers.ts';
import { PADDING_MOST, type PaddingName } from '@dropwire/contract';
import { NumberInput } from '@mantine/core';
import { useState } from 'react';
import { grouped } from '../ui/format.ts';

interface Props {
	view: PaddingName;
	/** A picture of the view; null if the results have none. */
	thumbnail: string | null;
	/** In pixels. */
	value: number;
	change(pixels: number): void;
}

/** The padding of one view. A number that is too large is named instead of being cut; an emptied field becomes 0. */
export function PaddingField({ view, thumbnail, value, change }: Props) {
	/** What is typed while it is no valid padding. */
	const [draft, setDraft] = useState<string | number | null>(null);
	return (
		<div className="padding">
			<span className="padding-view" aria-hidden="true">
				{thumbnail ? <img src={thumbnail} alt="" width={40} height={40} loading="lazy" /> : view}
			</span>
			<NumberInput
				label={`View ${view}`}
				min={0}
				max={PADDING_MOST}
				step={10}
				allowDecimal={false}
				allowNegative={false}
				clampBehavior="none"
				hideControls
				value={draft ?? value}
				error={Number(draft) > PADDING_MOST && `At most ${grouped(PADDING_MOST)} pixels.`}
				onChange={(typed) => {
					const isValid = typed !== '' && Number(typed) <= PADDING_MOST;
					setDraft(isValid ? null : typed);
					if (isValid) change(Number(typed));
				}}
				onBlur={() => {
					if (draft !== '') return;
					setDraft(null);
					change(0);
				}}
			/>
		</div>
	);
}
