import { Button, TextInput } from '@mantine/core';
import { Search } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { MAX_SKUS, MAX_SKUS_TEXT, skusIn, tooManySkus } from '../ui/skusIn.ts';

interface Props {
	placeholder: string;
	busy: boolean;
	search(skus: readonly string[]): void;
	/** More fields. */
	children?: ReactNode;
}

/** The field for the SKUs whose pictures are searched. */
export function SearchForm({ placeholder, busy, search, children }: Props) {
	const [text, setText] = useState('');
	const skus = skusIn(text);
	const problem = tooManySkus(skus);
	return (
		<form
			className="sku-form search-form"
			onSubmit={(event) => {
				event.preventDefault();
				if (problem === null && skus.length > 0) search(skus);
			}}
		>
			<TextInput
				label="SKU"
				required
				maxLength={MAX_SKUS_TEXT}
				placeholder={placeholder}
				description={`Up to ${MAX_SKUS}, separated by spaces or commas.`}
				inputWrapperOrder={['label', 'input', 'description', 'error']}
				error={problem}
				value={text}
				onChange={(event) => setText(event.currentTarget.value)}
			/>
			{children}
			<Button type="submit" loading={busy} leftSection={<Search size={16} aria-hidden="true" />}>
				Search
			</Button>
		</form>
	);
}
