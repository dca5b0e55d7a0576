import { expect, test } from 'vitest';
import { plainText } from './plain-text';

test.each([
  [
    'names',
    'Perch&eacute; no? Z&uuml;rich &copy; 20&deg; &Omega; &mdash; &hellip; &szlig; &Eacute;',
    'Perché no? Zürich © 20° Ω — … ß É',
  ],
  ['numbers', '&#233; &#xE9; &#128512; &#x1F600; &#8217; &#0; &#xD800;', 'é é 😀 😀 ’'],
  ['numbers of windows-1252', '&#150; &#8364; &#128; &#145;a&#146;', '– € € ‘a’'],
  ['spaces that do not break', '3&nbsp;000&nbsp;&nbsp;m', '3 000 m'],
  ['a name that there is not, and none', 'AT&T &unheard; R&D; &', 'AT&T &unheard; R&D; &'],
  ['once', '&amp;lt;b&amp;gt; &lt;b&gt;', '&lt;b&gt; <b>'],
])('entities are characters: %s', (_, html, text) => {
  expect(plainText(html)).toBe(text);
});

test.each([
  [
    'cells',
    '<table><tr><th>Name</th><td>Hill</td></tr>\n<tr><td>Height</td><td>12 m</td></tr></table>',
    'Name Hill\nHeight 12 m',
  ],
  ['paragraphs', '<p>One\ntwo</p><p>Three</p>', 'One two\n\nThree'],
  ['words before a block', '<b>Hours</b><div>9 to 5</div>', 'Hours\n9 to 5'],
  ['lists', 'Trees:<ul><li>oak<li>elm</ul>old', 'Trees:\noak\nelm\nold'],
  ['line ends', 'One<br>two<BR />three<br><br>four', 'One\ntwo\nthree\n\nfour'],
  ['no elements', 'One\r\ntwo\n\nthree', 'One\ntwo\n\nthree'],
  ['elements within lines', 'A <i>small</i>\npark', 'A small\npark'],
])('lines end where a browser ends them: %s', (_, html, text) => {
  expect(plainText(html)).toBe(text);
});

test.each([
  ['styles', '<STYLE type="text/css">p > a{color:red}</STYLE>Park', 'Park'],
  ['scripts', 'Park<script>if (a < b) alert("</p>")</script>, open', 'Park, open'],
  ['the title of a page', '<html><head><title>Export</title></head><body>Park</body></html>', 'Park'],
  ['comments', '<!-- <p>old</p> > --><!--[if mso]><xml>w</xml><![endif]-->Park<!-- no end', 'Park'],
  ['attributes', '<a title="a > b" href=\'x\'>Park</a>', 'Park'],
  ['less than', '2 < 3 <b>and</b> 5 > 4', '2 < 3 and 5 > 4'],
])('what is not shown is left out: %s', (_, html, text) => {
  expect(plainText(html)).toBe(text);
});
