/** Descriptions of a part of the page, with its name. The first pattern that matches applies. */
export const paraphrases: [RegExp, string][] = [
  [/\b(?:when|if) .*\b(?:shares?|shared|sharing|posts?|posted)\b.*\b(title|description|text)\b/, 'social $1'],
  [/\b(?:after|when|once) (?:(?:some(?:body|one)|people|they|you|users?|visitors?|a visitor|the visitor|a user|customers?|it is|its|the form is) )?(?:has |have |had |hit |hits |press |presses |click |clicks )?(?:submits?|submitted|submitting|sends?|sent|sending|fills? (?:in|out)|filled (?:in|out)|filling (?:in|out)|signs? up)(?: (?:the form|it|the request|their request|a request|form|in|the button))*\b/, 'thank you message'],
  [/\b(?:line|text|sentence|paragraph|copy|bit|blurb|words) (?:right |just |directly )?(?:under|below|beneath|underneath|after) (?:the )?(?:big |main |huge |large )?(?:text|headline|title|heading|header)(?: at the top| up top)?\b/, 'subheadline'],
  [/\b(?:line|text|words|bit|label|copy|text line) (?:right |just |directly )?(?:above|over|on top of) (?:the )?(?:big |main |huge |large )?(?:text|headline|title|heading|header)\b/, 'eyebrow'],
  [/\b(?:big|huge|main|large) (?:text|words|line|letters)(?: (?:right )?(?:at the top|up top|on top))?\b/, 'headline'],
  [/\b(title|heading|headline|header) (?:over|above|on top of|on) (?:the )?(?!page|tab|browser)/, '$1 of '],
  [/\b(?:line|text|words|note|print|sentence|bit|one) (?:right |just |directly )?(?:under|below|beneath) (?:the )?(?:(?:two |hero |main )?buttons?|ctas?)\b/, 'note'],
  [/\b(?:line|text|words|note|print|sentence|bit|sentence|remark) (?:right |just |directly )?(?:under|below|beneath) (?:the |all )?(prices?|plans|pricing|price table|comparison table|comparison|table|figures|numbers|stats|form fields|form)\b/, 'note of $1'],
  [/\bterms (?:under|below|beneath|for|of)\b/, 'note of'],
  [/\b(?:google|search) (?:result|results|listing) (?:text|snippet|description)\b/, 'meta description'],
  [/\bname (?:shown )?(?:in|on) (?:the )?(?:browser )?tab\b/, 'page title'],
  [/\bwhat (?:it|the button|the submit button) says\b/, 'label'],
] // biome-ignore format: one description a line
