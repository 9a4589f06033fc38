import type { CommandTexts } from '../types.ts';

export const commands: CommandTexts = {
	setup: {
		name: '一括設定',
		description: '複数の地域の複数のトピックを1つのチャンネルに送信します',
		options: {
			channel: { name: 'チャンネル', description: '送信先のチャンネル、スレッド、フォーラム（既定：このチャンネル）' },
		},
	},
	link: {
		name: 'リンク',
		description: 'トピックをチャンネル、スレッド、フォーラムに送信します',
		options: {
			region: { name: '地域', description: '監視する地域' },
			topic: { name: 'トピック', description: '送信するトピック' },
			channel: { name: 'チャンネル', description: '送信先のチャンネル、スレッド、フォーラム（既定：このチャンネル）' },
			role: { name: 'ロール', description: 'メッセージでメンションするロール' },
			include: { name: '含む', description: 'いずれかの単語を含む商品のみ（カンマ区切り）' },
			exclude: { name: '除外', description: 'いずれかの単語を含む商品を除外（カンマ区切り）' },
			sizes: { name: 'サイズ', description: 'これらのサイズのみ（カンマ区切り）' },
			min_discount: { name: '最小割引', description: 'この割引率（%）以上のみ' },
			max_price: { name: '最高価格', description: 'この価格以下のみ（ショップの通貨）' },
			post_name: {
				name: '投稿名',
				description: 'フォーラムの投稿名。{title}、{sku}、{brand} が使えます（既定：{title}）',
			},
		},
	},
	edit: {
		name: '編集',
		description: 'リンクが送信する内容を変更します：フィルター、メンション、通知オフの時間帯',
		options: { link: { name: 'リンク', description: '編集するリンク' } },
	},
	unlink: {
		name: 'リンク解除',
		description: 'リンクを削除し、チャンネルへのトピックの送信を止めます',
		options: { link: { name: 'リンク', description: '削除するリンク' } },
	},
	links: { name: 'リンク一覧', description: 'このサーバーのリンクを一覧表示し、テスト、一時停止、編集、削除します' },
	topics: {
		name: 'トピック一覧',
		description: '地域のトピックと、それを受け取るチャンネルを一覧表示します',
		options: { region: { name: '地域', description: '地域' } },
	},
	test: {
		name: 'テスト',
		description: 'リンクを通じてサンプルメッセージを送信します',
		options: { link: { name: 'リンク', description: 'テストするリンク' } },
	},
	product: {
		name: '商品',
		description: '商品のステータス、価格、サイズを表示します',
		options: {
			sku: { name: 'sku', description: 'SKU。商品名の単語を入力して候補から選ぶこともできます' },
			region: { name: '地域', description: '1つの地域を詳しく表示（既定：全地域の概要）' },
		},
	},
	drops: {
		name: '発売予定',
		description: '地域の発売予定を日ごとに表示します',
		options: {
			region: { name: '地域', description: '地域（既定：アメリカ合衆国）' },
			brand: { name: 'ブランド', description: 'このブランドのみ（既定：すべて）' },
			days: { name: '日数', description: '何日先まで（既定：30）' },
		},
	},
	'drops-events': {
		name: '発売イベント',
		description: 'このサーバーのイベントを発売予定に合わせます',
		options: {
			state: { name: '設定', description: 'イベントの管理（既定：設定を表示）' },
			region: { name: '地域', description: 'この地域の発売予定（既定：発売トピックのもの）' },
		},
		choices: { on: 'オン', off: 'オフ' },
	},
	watch: {
		name: 'ウォッチ',
		description: '商品に変更があると通知します',
		options: {
			product: { name: '商品', description: 'SKU またはタイトルの単語（候補から選択）' },
			sizes: { name: 'サイズ', description: 'これらのサイズのみ（カンマ区切り、既定：すべて）' },
			region: { name: '地域', description: 'この地域のみ（既定：すべて）' },
			max_price: { name: '最高価格', description: 'この価格以下のみ（地域の通貨、地域なしは USD）' },
		},
	},
	watches: { name: 'ウォッチ一覧', description: 'ウォッチ中の商品を表示し、ミュート、一時停止、削除できます' },
	why: {
		name: '理由',
		description: '商品のメッセージが届いた、または届かなかった理由を表示します',
		options: {
			product: { name: '商品', description: 'SKU またはタイトルの単語。候補から選べます' },
			when: { name: '日時', description: '何分前か、地域の今日の HH:MM、または ISO 形式（既定：現在）' },
			region: { name: '地域', description: '地域（既定：商品が確認されている最初の地域）' },
		},
	},
	account: { name: 'アカウント', description: '保存されているあなたのデータを表示し、エクスポートや削除ができます' },
	resale: {
		name: '転売',
		description: '転売市場がサイズごとに支払う金額を表示します',
		options: {
			sku: { name: 'sku', description: 'SKU。商品名の単語を入力して候補から選ぶこともできます' },
			brand: { name: 'ブランド', description: 'ブランド（既定：Nike）' },
			region: { name: '地域', description: '定価と eBay の地域（既定：アメリカ）' },
		},
	},
	stores: {
		name: '店舗',
		description: '近くの店舗にある商品の在庫を表示します',
		options: {
			sku: { name: 'sku', description: 'SKU。商品名の単語を入力して候補から選ぶこともできます' },
			near: { name: '場所', description: '市区町村または郵便番号' },
			brand: { name: 'ブランド', description: 'ブランド（既定：Nike）' },
			region: { name: '地域', description: '店舗の地域（既定：アメリカ）' },
		},
	},
	connect: { name: 'ロール連携', description: 'サーバーのロールをここでの利用状況と連携する場所を表示します' },
	found: { name: '発見', description: 'キーワード検索で見つかった最新の商品を表示します（運営者のみ）' },
	notices: {
		name: '通知',
		description: 'このサーバーが受け取る通知を表示、変更します',
		options: {
			shops: { name: 'ショップ', description: '情報を取得できないショップの通知（既定：設定を表示）' },
			links: { name: 'リンク', description: '動作しなくなったリンクの通知（既定：設定を表示）' },
		},
		choices: { on: 'オン', off: 'オフ' },
	},
	status: { name: '状態', description: 'このサーバーのメッセージ、監視対象、不足している権限を表示します' },
	help: { name: 'ヘルプ', description: 'すべてのコマンドを一覧表示します' },
};
