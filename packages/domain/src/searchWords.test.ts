import { expect, test } from 'vitest';
import { foldText, productWords, wantedWords, wordBeginnings } from './searchWords.ts';

const finds = (q: string, product: { title: string; color?: string; sku?: string }) => {
	const words = productWords({ color: null, sku: 'AA1111-100', ...product });
	const wanted = wantedWords(q);
	return wanted.length > 0 && wanted.every((word) => wordBeginnings(word).some((start) => words.includes(` ${start}`)));
};

test('case, accents and letters with strokes make no difference', () => {
	expect(foldText('Ærø STRAẞE Łódź Ⅻ ﬁne Đá İstanbul')).toBe('aero strasse lodz xii fine da istanbul');
	expect(finds('cafe strasse', { title: 'Straße Café' })).toBe(true);
	expect(finds('RØD', { title: 'rod' })).toBe(true);
});

test.each([
	'dunk',
	'LOW du',
	'pan',
	'white',
	'lev',
	"Levi's",
	'levis x',
	'AA1111-100',
	'aa1111100',
	'aa11 dunk',
	'1',
	'o',
])('"%s" finds a product by the beginnings of its words, in any order', (q) => {
	expect(finds(q, { title: 'Dunk Low Pan-Am Levi’s x 1 one', color: 'White/Off-White' })).toBe(true);
});

test.each(['unk', 'dunk high', 'A1111', '', ' -!? ', '👟'])('"%s" does not find it', (q) => {
	expect(finds(q, { title: 'Dunk Low', color: 'White' })).toBe(false);
});

test.each(['エア', 'フォ', 'ス', 'エア フォース', 'フォース1', 'ｴｱ', '运动', '鞋', 'รองเท้า', '나이', 'nike 运动鞋'])(
	'"%s" is found in text without spaces',
	(q) => {
		expect(finds(q, { title: 'ナイキ エアフォース1 Nike运动鞋 รองเท้า 나이키' })).toBe(true);
	},
);

test('the words of one product are limited in number and length', () => {
	const words = productWords({ title: '字'.repeat(9) + ' x'.repeat(5) + ` ${'y'.repeat(90)}`, color: null, sku: 'A' });
	expect(words).toBe(` 1a 1x 1${'y'.repeat(32)} 1字 1字字 `);
	const many = Array.from({ length: 200 }, (_, n) => `word${n}`).join(' ');
	expect(productWords({ title: many, color: null, sku: 'A' }).trim().split(' ')).toHaveLength(60);
});
